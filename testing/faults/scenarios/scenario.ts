import type { ShopperServer } from '../../server/shopper/shopper.ts';
import type { FaultPostgres } from '../product/fault-postgres.ts';
import type { FaultProduct } from '../product/fault-product.ts';
import type { History } from '../visitors/history.ts';
import type { Repeats } from './repeated-fault.ts';

export type Scenario = {
  title: string;
  /** Instead of one durable PostgreSQL. */
  startDatabase?: (folder: string) => Promise<FaultPostgres>;
  /** @returns the folder of the version to begin with; left out: this one */
  version?: (folder: string) => Promise<string>;
  /** What visitors ask instead of the site itself. */
  front?: (product: FaultProduct) => ShopperServer;
  /** Left out: four. */
  visitors?: number;
  /** Between two journeys of a visitor. */
  restMs?: number;
  /** A session may end in the middle of a journey. */
  comesAgain?: boolean;
  /** Tries that were lost may use up a number's codes: its owner leaves. */
  leavesWithoutCode?: boolean;
  hasDrawProxy?: boolean;
  /** The programs reach the database themselves: a proxy shares its thread with the visitors. */
  isDirect?: boolean;
  /** How long the site may need after the fault. */
  recoversMs: number;
  /** Of all programs. */
  variables?: (folder: string) => Readonly<Record<string, string>>;
  /** @returns how long the site needed, ms */
  run(product: FaultProduct, history: History, folder: string, repeats: Repeats): Promise<number>;
};
