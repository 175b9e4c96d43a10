import type { CampaignEditing } from '@inaam/console/app/console-context.ts';
import { detailFields } from './fields.ts';

export const Details = ({ editing }: { readonly editing: CampaignEditing }) => (
  <editing.Fields editing={editing} fields={detailFields} />
);
