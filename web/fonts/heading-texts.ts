// Every word of the campaigns and the common forms of each letter. Other conjuncts are shown with a
// half letter or a visible halant: readable, but not well set.
import { scriptOf } from '@inaam/campaigns/public/direction.ts';
import { campaignIds, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';

const consonants =
  'क ख ग घ ङ च छ ज झ ञ ट ठ ड ढ ण त थ द ध न प फ ब भ म य र ल ळ व श ष स ह क़ ख़ ग़ ज़ ड़ ढ़ फ़'.split(' ');
const signs = [
  '\u093e',
  '\u093f',
  '\u0940',
  '\u0941',
  '\u0942',
  '\u0943',
  '\u0947',
  '\u0948',
  '\u094b',
  '\u094c',
  '\u0945',
  '\u0949',
  '\u0902',
  '\u0901',
  '\u0903',
];
/** A dotted circle, which every letter can be below. */
const anyBase = '\u25cc';
const halant = '\u094d';
const conjuncts =
  'क्ष त्र ज्ञ श्र क्त क्क च्च च्छ ज्ज ञ्च ञ्ज ङ्क ङ्ख ङ्ग ङ्घ ट्ट ट्ठ ड्ड ड्ढ त्त त्त्व द्द द्ध द्व द्य द्म द्भ न्न न्त्र प्त ल्ल श्च श्व श्न श्ल ष्ट ष्ठ ष्ट्र स्त्र ह्म ह्य ह्न ह्व ह्ल ह्र हृ रु रू';

const forms = consonants.flatMap((letter) => [
  letter,
  `${letter}${halant}`,
  `${letter}${halant}\u200d`,
  `${letter}${halant}र`,
  `र${halant}${letter}`,
  ...signs.flatMap((sign) => [
    `${letter}${sign}`,
    `${letter}${sign}ं`,
    `र${halant}${letter}${sign}`,
    `र${halant}${letter}${sign}ं`,
  ]),
]);

/** The words of the campaigns in the languages of a script. */
export async function wordsIn(script: string): Promise<Set<string>> {
  const letters = new RegExp(`[\\p{Script=${script}}\\u200c\\u200d]+`, 'gu');
  const words = new Set<string>();
  for (const id of await campaignIds()) {
    const { languages, publicCampaign } = await loadCampaign(id);
    for (const language of languages.filter((tag) => scriptOf(tag) === script)) {
      for (const [word] of JSON.stringify(publicCampaign(language)).matchAll(letters)) {
        words.add(word);
      }
    }
  }
  return words;
}

export async function devanagariTexts(): Promise<string[]> {
  return [...forms, ...[...conjuncts.split(' '), ...(await wordsIn('Deva'))].flatMap(prefixes)];
}

/** @param block of Unicode, which has the same order in each script of India */
export async function indianTexts(
  script: string,
  block: number,
  ownNames: string,
): Promise<string[]> {
  const isUsed = new RegExp(`\\p{Script=${script}}`, 'u');
  const letters = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) =>
      String.fromCodePoint(block + first + at),
    ).filter((letter) => isUsed.test(letter));
  const [virama = '', ra = ''] = [letters(0x4d, 0x4d)[0], letters(0x30, 0x30)[0]];
  const vowels = [...letters(0x01, 0x03), ...letters(0x3e, 0x4c)];
  const combined = letters(0x15, 0x39).flatMap((letter) => [
    `${letter}${virama}`,
    `${letter}${virama}${ra}`,
    `${ra}${virama}${letter}`,
    `${anyBase}${virama}${letter}`,
    ...vowels.map((vowel) => `${letter}${vowel}`),
  ]);
  const words = [...(await wordsIn(script)), ...ownNames.split(' ')].flatMap(prefixes);
  // A joined form is made of half forms, which a virama at the end is not, and of forms below.
  return [...combined, ...words].flatMap((text) =>
    text.endsWith(virama) ? [text, `${text}\u200d`] : [text],
  );
}

function prefixes(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(0, at + 1));
}
