import { Anchor, Button, Group, SegmentedControl, Select, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useAddress, type SectionProps } from '@inaam/console/app/console-context.ts';
import { useState } from 'react';
import { languageName } from '@inaam/console/ui/format.ts';
import { Panel } from '@inaam/console/ui/panel.tsx';
import { previewAddress, type PreviewScheme } from '../contract.ts';
import { previewChoices, type NamedChoice } from './choices.ts';
import styles from './preview.module.css';

const sizes = {
  phone: { width: 360, height: 740 },
  computer: { width: 1280, height: 800 },
} as const;
type Size = keyof typeof sizes;
const frames: { value: Size; label: string }[] = [
  { value: 'phone', label: 'Phone' },
  { value: 'computer', label: 'Computer' },
];
const colours: { value: PreviewScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function PreviewPanel({ campaign, draft }: SectionProps) {
  const addressOf = useAddress();
  const choices = previewChoices(campaign);
  const first = choices.find((one) => one.fragment.startsWith(`#${draft?.screen ?? 'home'}`));
  const [fragment, setFragment] = useState(first?.fragment ?? '#home');
  const [chosenLanguage, setLanguage] = useState(campaign.languages[0] ?? 'en');
  const language = draft?.language ?? chosenLanguage;
  const [scheme, setScheme] = useState<PreviewScheme>('light');
  const [size, setSize] = useState<Size>('phone');
  const at = Math.max(
    0,
    choices.findIndex((one) => one.fragment === fragment),
  );
  const choice = choices[at];
  return (
    <Panel title="Preview">
      {draft ? null : (
        <Text size="sm">
          The site with the words and colours of this campaign and an invented shopper. It sends no
          code, grants no reward and runs no tags.
        </Text>
      )}
      <Group align="flex-end" gap="sm">
        <Select
          label="Screen"
          data={choices.map((one) => ({ value: one.fragment, label: one.title }))}
          value={fragment}
          onChange={(chosen) => setFragment(chosen ?? fragment)}
          allowDeselect={false}
          searchable
          maxDropdownHeight={360}
          w={draft ? '100%' : { base: '100%', sm: 260 }}
        />
        {draft ? null : <Steps before={choices[at - 1]} after={choices[at + 1]} go={setFragment} />}
        {draft ? null : (
          <Select
            label="Language"
            data={campaign.languages.map((tag) => ({ value: tag, label: languageName(tag) }))}
            value={language}
            onChange={(chosen) => setLanguage(chosen ?? language)}
            allowDeselect={false}
            w={150}
          />
        )}
        <SegmentedControl aria-label="Colours" data={colours} value={scheme} onChange={setScheme} />
        <SegmentedControl aria-label="Size" data={frames} value={size} onChange={setSize} />
      </Group>
      <Frame
        address={`${addressOf(previewAddress(language, scheme, draft?.token))}${fragment}`}
        title={`${choice?.title ?? ''}, ${languageName(language)}, ${scheme}`}
        size={sizes[size]}
      />
      <Text size="sm" c="dimmed">
        {draft ? (
          'With unsaved changes, once they are valid.'
        ) : (
          <>
            Buttons work, and every answer is invented. The draw is explained on a separate page:{' '}
            <FairDraw address={campaign.fairDraw} />
          </>
        )}
      </Text>
    </Panel>
  );
}

/** A link if the console knows the site's origin. */
function FairDraw({ address }: { readonly address: string }) {
  if (address.startsWith('/')) return <>{address} on the site.</>;
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
      {address}
    </Anchor>
  );
}

type StepsProps = {
  readonly before: NamedChoice | undefined;
  readonly after: NamedChoice | undefined;
  readonly go: (fragment: string) => void;
};

const Steps = ({ before, after, go }: StepsProps) => (
  <Group gap={4} wrap="nowrap">
    {Object.entries({ Previous: before, Next: after }).map(([label, choice]) => (
      <Button
        key={label}
        variant="default"
        px="sm"
        disabled={choice === undefined}
        onClick={() => choice && go(choice.fragment)}
      >
        {label}
      </Button>
    ))}
  </Group>
);

type FrameProps = {
  readonly address: string;
  readonly title: string;
  readonly size: { readonly width: number; readonly height: number };
};

/** Actual size on the device, or smaller if there is no room. */
function Frame({ address, title, size: { width, height } }: FrameProps) {
  const { ref, width: room } = useElementSize<HTMLDivElement>();
  const scale = room === 0 ? 1 : Math.min(1, (room - 2) / width);
  return (
    <div ref={ref} className={styles['stage']}>
      <div
        className={styles['screen']}
        style={{ width: width * scale + 2, height: height * scale + 2 }}
      >
        <iframe
          // A new key restarts the app and adds no history entry.
          key={`${address} ${width}`}
          src={address}
          title={title}
          sandbox="allow-scripts allow-forms"
          referrerPolicy="no-referrer"
          className={styles['frame']}
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}
