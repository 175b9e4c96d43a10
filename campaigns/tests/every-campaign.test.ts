// What must hold for every campaign folder.
import { describe, expect, test } from 'vitest';
import { formatDate } from '../public/format-date.ts';
import { campaignIds, loadCampaign } from '../loader/load-campaign.ts';
import { renderSms } from '../sms/sms-template.ts';
import { textColourPairs } from '../loader/theme/theme-stylesheet.ts';
import type { DocumentWords } from '../public/words.ts';

const ids = await campaignIds();

test('[CAM-5] campaigns differ in id, name and cookie', async () => {
  const campaigns = await Promise.all(ids.map((id) => loadCampaign(id)));
  expect(ids.length).toBeGreaterThan(1);
  expect(campaigns.map(({ id }) => id)).toEqual(ids);
  for (const part of ['name', 'contest'] as const) {
    expect(new Set(campaigns.map((campaign) => campaign[part])).size, part).toBe(ids.length);
  }
});

describe.each(ids)('%s', async (id) => {
  const campaign = await loadCampaign(id);
  const { colours } = campaign.theme;
  const amounts = campaign.outcomes.map(({ amount }) => amount);

  test('text is readable in sunlight: a contrast of 7 to 1 or more on each background (WCAG 2.2, 1.4.6)', () => {
    for (const { text, background } of textColourPairs(colours)) {
      expect(contrast(text, background), `${text} on ${background}`).toBeGreaterThanOrEqual(7);
    }
  });

  test('the segments of the wheel have distinct colours', () => {
    const { wheel } = colours;
    const pairs = wheel.flatMap((face, at) => wheel.slice(0, at).map((other) => [face, other]));
    for (const [face = '', other = ''] of pairs) expect(apart(face, other)).toBeGreaterThan(0.08);
  });

  test.each(campaign.languages)(
    'the words of %s name the amounts of the data and no other',
    (language) => {
      const { terms, howTo } = campaign.words(language);
      for (const document of [terms, howTo]) {
        const named = [...textOf(document).matchAll(/(?:Rs\. ?|₹)(\d+)/g)].map(([, amount]) =>
          Number(amount),
        );
        expect(new Set(named)).toEqual(new Set([...amounts, campaign.packPrice]));
      }
    },
  );

  test.each(campaign.languages)(
    'terms and how-to in %s name each state with a fixed reward, the terms its amount and the dates',
    (language) => {
      const { terms, howTo, states } = campaign.words(language);
      const paragraphs = terms.sections.flatMap((section) => section.paragraphs);
      for (const { state, amount } of campaign.fixed) {
        const name = states[state] ?? state;
        expect(textOf(howTo)).toContain(name);
        const ofState = paragraphs.filter((paragraph) => paragraph.includes(name)).join('\n');
        expect(ofState).toMatch(new RegExp(`(?:Rs\\. ?|₹)${amount}\\b`));
      }
      for (const day of Object.values(campaign.programme)) {
        expect(textOf(terms)).toContain(formatDate(day, language));
      }
    },
  );

  test.each(campaign.languages)(
    'the words of %s have typographic quotation marks and apostrophes',
    (language) => {
      const sentences = sentencesIn(campaign.words(language));
      expect(sentences.length).toBeGreaterThan(200);
      expect(sentences.filter((sentence) => /["'`]/.test(sentence))).toEqual([]);
    },
  );

  test('each amount has its voucher SMS', () => {
    for (const amount of amounts) {
      const template = campaign.sms.vouchers[amount];
      const sent = template && renderSms(template, { code: 'K7QM', validUntil: '12 July 2026' });
      expect(sent).toMatch(new RegExp(`Rs\\. ${amount} .*K7QM.*12 July 2026`));
    }
  });

  test('each state of the form has its cities', () => {
    expect(Object.keys(campaign.cities)).toEqual(campaign.states);
  });
});

function sentencesIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null
    ? Object.values(part).flatMap((inner) => sentencesIn(inner))
    : [];
}

function textOf({ title, sections }: DocumentWords): string {
  return [title, ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])].join(
    '\n',
  );
}

/** WCAG contrast of two colours. */
function contrast(left: string, right: string): number {
  const [light = 0, dark = 0] = [luminance(left), luminance(right)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Distance in OKLab: about 0.02 is just noticeable. */
function apart(left: string, right: string): number {
  const [one, other] = [okLab(left), okLab(right)];
  return Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)));
}

function okLab(colour: string): number[] {
  const [red, green, blue] = linear(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

function linear(colour: string): [red: number, green: number, blue: number] {
  const part = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}
