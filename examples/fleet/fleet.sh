#!/bin/sh
# A fleet without containers: a store that is there already, and workers that are started again when they die.
#
#   GHX_QUEUE=redis://127.0.0.1:6379 examples/fleet/fleet.sh RUN TASKS.json [WORKERS]
#
# Adds the tasks, keeps the workers until nothing is left to do, and prints what has become of them.
set -eu
run=$1 tasks=$2 workers=${3:-4}
: "${GHX_QUEUE:?is the address of a Redis or a Postgres}"

ghx queue add --run "$run" --steps "@$tasks"

# Exit code 0: nothing is left. Whatever else ends a worker, another one goes on with its jobs.
keep_worker() {
  until ghx worker --until-done 2>/dev/null; do sleep 1; done
}
for _ in $(seq "$workers"); do keep_worker & done
wait

ghx queue status "$run"
