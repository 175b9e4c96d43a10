import { deviceMemoryMs } from './rate-limits.rules.ts';
import { rowKey } from '../database/batches/row-key.ts';

/** No device and no mobile may appear twice in a batch that records events. */
export const deviceAndMobileKeys = (item: { userKey: string; mobileIndex: Buffer }) => [
  rowKey('device', item.userKey),
  rowKey('mobile', item.mobileIndex),
];

/**
 * A CTE that records one event per row of the query `source (user_key, at)`, where `$1` is the
 * campaign. Events older than the device's longest limit are deleted. The rows exist, because they
 * are locked, and an upsert finds them by key whatever statistics the planner has.
 */
export const recordDeviceEvents = (kind: 'sends' | 'tries', source: string) => `
  device_event as (
    insert into inaam.device_limits as device (campaign, user_key, ${kind})
    select $1, user_key, array[at] from ${source}
    on conflict (campaign, user_key) do update set ${kind} = array(
      select time from unnest(device.${kind}) as time
      where time > excluded.${kind}[1] - interval '${deviceMemoryMs} ms') || excluded.${kind})`;
