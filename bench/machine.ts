import os from 'node:os';

/** What a result was measured on, and what else ran there. */
export const machineNow = () => ({
  processors: os.cpus().length,
  model: os.cpus()[0]?.model,
  load: os.loadavg(),
});
