// Global setup of the durable PostgreSQL that production programs and operator's commands require.
// All of their tests share one, since creating it takes longer than most of them.
import type { TestProject } from 'vitest/node';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

let cluster: TestCluster | undefined;

export async function setup(project: TestProject): Promise<void> {
  cluster = await startTestCluster(true);
  project.provide('durablePostgresUrl', cluster.url);
}

export async function teardown(): Promise<void> {
  await cluster?.discard();
}
