import { Button, ColorInput, SimpleGrid } from '@mantine/core';
import type { CampaignEditing } from '@inaam/console/app/console-context.ts';
import { colourFields } from './fields.ts';

export function Colours({ editing }: { readonly editing: CampaignEditing }) {
  const { mayEdit, problems, set, valueAt } = editing;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {colourFields(valueAt).map(({ label, ...place }) => {
        const key = place.path.join('.');
        const problem = problems.find(({ path }) => path.join('.') === key);
        const offered = mayEdit ? offeredColour(problem?.text ?? '') : undefined;
        const choose = (value: string) => set([{ ...place, value }]);
        return (
          <div key={key}>
            <ColorInput
              label={label}
              error={problem?.level === 'fault' ? problem.text : undefined}
              description={problem?.level === 'hint' ? problem.text : undefined}
              readOnly={!mayEdit}
              format="hex"
              value={String(valueAt(place))}
              onChange={(next) => choose(next.toLowerCase())}
              withEyeDropper={false}
              popoverProps={{ withinPortal: false }}
            />
            {offered === undefined ? null : (
              <Button variant="default" size="compact-sm" mt={4} onClick={() => choose(offered)}>
                Use {offered}
              </Button>
            )}
          </div>
        );
      })}
    </SimpleGrid>
  );
}

/** Of a problem. */
const offeredColour = (text: string): string | undefined =>
  /Use (#[0-9a-f]{6}) instead/.exec(text)?.[1];
