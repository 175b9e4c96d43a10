// Global setup of the databases that tests clone. Production programs and the operator's commands
// require a durable one, which all of their tests share, since creating it takes longer than most
// of them.
import type { TestProject } from 'vitest/node';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

const clusters: TestCluster[] = [];

export async function setup(project: TestProject): Promise<void> {
  const start = async (name: 'postgresUrl' | 'durablePostgresUrl', durable: boolean) => {
    const cluster = await startTestCluster(durable);
    clusters.push(cluster);
    project.provide(name, cluster.url);
  };
  await start('postgresUrl', false);
  if (project.name === 'api') await start('durablePostgresUrl', true);
}

export async function teardown(): Promise<void> {
  await Promise.all(clusters.splice(0).map((cluster) => cluster.discard()));
}
