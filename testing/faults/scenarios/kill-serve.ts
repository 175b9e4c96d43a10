// Two `serve` behind a load balancer, as an operator runs them: each is killed again and again, at
// moments that nothing in it knows, also while the other one is away.
import { someAnswers } from './kills.ts';
import { openLoadBalancer, type LoadBalancer } from '../product/load-balancer.ts';
import { recovery } from '../visitors/recovery.ts';
import { repeatedFault, type Repetition } from './repeated-fault.ts';
import type { FaultProduct } from '../product/fault-product.ts';
import type { Scenario } from './scenario.ts';

type Beside = Awaited<ReturnType<FaultProduct['startSecondServe']>>;

export function killServe(usual: number): Pick<Scenario, 'front' | 'run'> {
  let balancer: LoadBalancer | undefined;
  return {
    front(product) {
      balancer = openLoadBalancer();
      balancer.add(product.origin);
      return { ...product, app: balancer.app };
    },
    async run(...asked) {
      if (!balancer) throw new Error('There is no load balancer.');
      try {
        return await repeatedFault(killBehind(balancer), usual)(...asked);
      } finally {
        balancer.close();
      }
    },
  };
}

function killBehind(balancer: LoadBalancer): Repetition {
  let second: Beside | undefined;
  const startSecond = async (product: FaultProduct) => {
    second = await product.startSecondServe();
    balancer.add(second.origin);
    return second;
  };
  return {
    loops: 2,
    begin: async (product) => void (await startSecond(product)),
    async one(product, history, { loop }) {
      await someAnswers(history);
      history.note('kill serve');
      const killed = performance.now();
      if (loop === 0 || !second) {
        product.serve().kill('SIGKILL');
        await product.serve().ended;
        await product.startServe();
        return recovery(product, killed);
      }
      const { origin, program } = second;
      program.kill('SIGKILL');
      await program.ended;
      balancer.remove(origin);
      return recovery(await startSecond(product), killed);
    },
    end: () => recovery(balancer, performance.now()),
  };
}
