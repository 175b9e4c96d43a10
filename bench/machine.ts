import os from 'node:os';

/** The machine on which a result was measured, and what else was running there. */
export const machineNow = () => ({
  processors: os.cpus().length,
  model: os.cpus()[0]?.model,
  load: os.loadavg(),
});
