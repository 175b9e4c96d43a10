// `deliver` of the first campaign deletes what has expired of campaigns that were retired.
import path from 'node:path';
import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import { ownVariables } from '@inaam/server/operator/settings/read-settings.ts';
import { furtherFiles, installationOf } from '@inaam/server/operator/settings/settings-file.ts';
import { errorCode } from '@inaam/server/platform/errors.ts';
import { repeat } from '@inaam/server/platform/timing.ts';
import type { DeliveryOwn, ServerPlugin } from '../server-plugin.ts';

const hourMs = 3_600_000;

export const severalCampaigns: ServerPlugin = {
  deliver: (own) => cleanUpRetired(own, ownVariables()['INAAM_SETTINGS'] ?? ''),
};

export function cleanUpRetired(
  { cleanUp: cleanUpOne, log }: Pick<DeliveryOwn, 'cleanUp' | 'log'>,
  settings: string,
  everyMs = hourMs,
) {
  const isFirst = settings !== '' && installationOf(settings) === undefined;
  const cleanUp = async () => {
    for (const file of isFirst ? furtherFiles(settings, true) : []) {
      await cleanUpOne(await loadLaunched(path.basename(path.dirname(file))));
    }
  };
  const onError = (error: unknown) =>
    log.warn(
      { code: errorCode(error) },
      'A retired campaign could not be cleaned up. It is tried again in an hour: its folder in campaigns/ must stay.',
    );
  void cleanUp().catch(onError);
  return repeat(everyMs, cleanUp, onError);
}
