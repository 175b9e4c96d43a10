import { Button, Group, Slider, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState, type ComponentProps, type PointerEvent } from 'react';
import { CallFailure, refusalOf } from '@inaam/console/app/calls/send-call.ts';
import { useConsole, type PhotoTool } from '@inaam/console/app/console-context.ts';
import { FailureNotice } from '@inaam/console/app/failure-notice.tsx';
import { Dialog } from '@inaam/console/ui/dialog.tsx';
import { campaignHeader } from '@inaam/contract/console/calls.ts';
import { partOf, photo as call, type Choice, type Place } from '../contract.ts';
import styles from './photos.module.css';

type Props = ComponentProps<Awaited<ReturnType<PhotoTool['load']>>>;
type Size = { width: number; height: number };

/** Which part of the photo is kept; the console’s program makes the picture. */
export function PhotoDialog({ photo, title, place, done }: Props) {
  const { session } = useConsole();
  const [size, setSize] = useState<Size | null>();
  const [choice, setChoice] = useState<Choice>({ x: 0.5, y: 0.5, zoom: 1 });
  const make = useMutation({
    mutationFn: () => send(photo, { place, choice }, session.campaign.id),
    onSuccess: done,
  });
  const zoomMax = size
    ? Math.min(8, Math.max(1, partOf(size, place, whole).width / place.widthMin))
    : 1;
  return (
    <Dialog isOpen title={title} close={() => done(undefined)}>
      <Stack gap="sm">
        <Frame {...{ photo, place, size, choice, setChoice, setSize }} />
        <Text size="sm">
          {size === null
            ? 'This browser cannot show the photo. Its middle is kept.'
            : 'Drag the photo, or move the sliders. What is in the frame is kept.'}
        </Text>
        {size ? <Sliders {...{ place, size, choice, setChoice, zoomMax }} /> : null}
        <Text size="sm" c="dimmed">
          The place, the device and all else that a phone writes into a photo is taken out.
        </Text>
        <FailureNotice error={make.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => done(undefined)}>
            Cancel
          </Button>
          <Button
            loading={make.isPending}
            disabled={size === undefined}
            onClick={() => make.mutate()}
          >
            Use this part
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const whole: Choice = { x: 0.5, y: 0.5, zoom: 1 };

const share = (pixels: number, of: number) => `${(pixels / of) * 100}%`;

type FrameProps = {
  readonly photo: File;
  readonly place: Place;
  readonly size: Size | null | undefined;
  readonly choice: Choice;
  readonly setChoice: (choice: Choice) => void;
  readonly setSize: (size: Size | null) => void;
};

function Frame({ photo, place, size, choice, setChoice, setSize }: FrameProps) {
  const part = size ? partOf(size, place, choice) : undefined;
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(photo);
      return () => URL.revokeObjectURL(image.src);
    },
    [photo],
  );
  const drag = ({ currentTarget, movementX, movementY, buttons }: PointerEvent) => {
    if (!size || !part || buttons === 0) return;
    const scale = part.width / currentTarget.clientWidth;
    const moved = (from: number, all: number, kept: number, by: number) =>
      (Math.max(0, Math.min(all - kept, from - by * scale)) + kept / 2) / all;
    setChoice({
      ...choice,
      x: moved(part.left, size.width, part.width, movementX),
      y: moved(part.top, size.height, part.height, movementY),
    });
  };
  return (
    <div
      className={styles['frame']}
      style={{ aspectRatio: `${place.across} / ${place.down}` }}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
    >
      <img
        ref={show}
        alt="The part that is kept"
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setSize({ width, height })
        }
        onError={() => setSize(null)}
        style={
          size && part
            ? {
                inlineSize: share(size.width, part.width),
                blockSize: share(size.height, part.height),
                insetInlineStart: share(-part.left, part.width),
                insetBlockStart: share(-part.top, part.height),
              }
            : { visibility: 'hidden' }
        }
      />
    </div>
  );
}

type SlidersProps = Pick<FrameProps, 'place' | 'choice' | 'setChoice'> & {
  readonly size: Size;
  readonly zoomMax: number;
};

function Sliders({ place, size, choice, setChoice, zoomMax }: SlidersProps) {
  const { width, height } = partOf(size, place, choice);
  /** Nearer to the edge the frame would be beyond it. */
  const [x, y] = [width / size.width / 2, height / size.height / 2];
  const sliders = [
    { of: 'zoom', name: 'Zoom', min: 1, max: zoomMax },
    { of: 'x', name: 'Left to right', min: x, max: 1 - x },
    { of: 'y', name: 'Top to bottom', min: y, max: 1 - y },
  ] as const;
  return sliders
    .filter(({ min, max }) => max - min > 0.01)
    .map(({ of, name, ...range }) => (
      <div key={of}>
        <Text size="sm" aria-hidden>
          {name}
        </Text>
        <Slider
          {...range}
          step={0.01}
          label={null}
          thumbLabel={name}
          value={choice[of]}
          onChange={(value) => setChoice({ ...choice, [of]: value })}
        />
      </div>
    ));
}

/** @throws CallFailure */
async function send(photo: File, fields: object, campaign: string): Promise<Uint8Array> {
  const answer = await fetch(call.address, {
    method: 'POST',
    headers: {
      'content-type': call.type,
      [campaignHeader]: campaign,
      [call.header]: encodeURIComponent(JSON.stringify(fields)),
    },
    body: photo,
  }).catch(() => {
    throw new CallFailure('offline', 'The console does not answer. Check the network.');
  });
  if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  throw refusalOf(await answer.json().catch(() => undefined), answer.status);
}
