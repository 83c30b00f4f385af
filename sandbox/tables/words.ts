/** A run of letters and digits, or one emoji. Other characters are not searched. */
const WORD = /[\p{L}\p{N}\p{M}_]+|\p{Extended_Pictographic}/gu

/** The words of a string in order, in lower case. */
export const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(WORD) ?? []

export const distinctWords = (text: string): string[] => [...new Set(wordsIn(text))]
