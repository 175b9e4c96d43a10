// What the words must say about claims, plugins and the voucher, and must not deny.
import { voucherPromise } from '@inaam/contract/limits.ts';
import type { Words } from '../public/words.ts';
import { formatValue, type Fact, type Problem } from '../schema/problem.ts';
import { paragraphsOf } from '../schema/sentence.ts';
import { claimsOf, ofPlugins } from '../loader/plugin-files.ts';
import type { CampaignFiles } from './file-problem.ts';
import { namedDays, plainText } from './named-values.ts';

export type StatedFacts = { plugins: CampaignFiles['plugins'] };

/** A machine cannot read it in every language. */
function factsOf({ plugins }: StatedFacts) {
  const claims: Fact = ['how often a number may take part', 'claimsPerDay', 'claimsInAll'];
  const isSeveral = claimsOf(plugins) !== undefined;
  const promoter: Fact = ['who the promoter is', 'promoter'];
  const ofPlugin = (part: 'terms' | 'consentNotice') =>
    ofPlugins(plugins, (plugin, file) => plugin.facts?.(file)[part]);
  return {
    home: isSeveral ? [claims] : [],
    terms: [
      promoter,
      ['when the voucher comes and how long it is valid', 'voucherDays', 'voucherYears'],
      isSeveral ? claims : ['that a number takes part once', 'ifOnce'],
      ...ofPlugin('terms'),
    ],
    consentNotice: [promoter, ...ofPlugin('consentNotice')],
  } satisfies Record<string, Fact[]>;
}

export function factsMissing(written: Words, data: StatedFacts): Problem[] {
  const { home, terms, consentNotice } = factsOf(data);
  const parts: [path: Problem['path'], text: string, facts: readonly Fact[]][] = [
    [['home', 'smallPrint'], written.home.smallPrint, home],
    [['terms', 'sections'], paragraphsOf(written.terms).join('\n'), terms],
    [['consentNotice', 'sections'], paragraphsOf(written.consentNotice).join('\n'), consentNotice],
  ];
  return parts.flatMap(([path, text, facts]) =>
    facts.flatMap(([said, ...placeholders]) => {
      const missing = placeholders
        .map((name) => `{${name}}`)
        .filter((name) => !text.includes(name));
      if (missing.length === 0) return [];
      return [
        {
          path,
          message: `must say ${said}, but lacks ${missing.join(' and ')}`,
          fix: 'Write it into that sentence; one that begins with if stands before the sentence.',
        },
      ];
    }),
  );
}

export const rewardWords =
  /voucher|cashback|reward|prize|वाउचर|व्हाउचर|इनाम|बक्षीस|வவுச்சர்|பரிசு|వోచర్|బహుమతి|ವೋಚರ್|ಬಹುಮಾನ|വൗച്ചർ|സമ്മാന|ভাউচার|পুরস্কার|વાઉચર|ઇનામ|ਵਾਊਚਰ|ਇਨਾਮ|واؤچر|انعام/iu;

/** A voucher's days, typed instead of the placeholder. */
export function dayProblems(path: Problem['path'], text: string): Problem[] {
  if (!rewardWords.test(text)) return [];
  return (
    namedDays(text)
      // One may be a limit by day.
      .filter(({ days }) => days !== 1 && days !== voucherPromise.days)
      .map(({ text: said }) => ({
        path,
        message: `says ${formatValue(said)}, but a voucher comes within ${voucherPromise.days} days`,
        fix: 'Write {voucherDays}.',
      }))
  );
}

const claim = '(?:claim|reward|voucher|prize|entry)';
/** `One claim per number`, in the spelling of `plainText`. */
const onePerNumber = new RegExp(
  [
    `\\b(?:one|a single|1) ${claim}\\b[^.;:]*?\\b(?:per|each|every|a|one) (?:\\w+ )?number`,
    `number\\b[^.;:]*?\\b(?:only|claims?|takes? part|wins?) (?:once|(?:one|a single|1) ${claim})\\b`,
    'नंबर (?:पर|से|के लिए) (?:सिर्फ |केवल )?(?:एक|1)(?: ही)? (?:बार|इनाम|वाउचर)',
    'எண்(?:ணுக்கு|ணும்)? (?:ஒரே )?(?:ஒரு|1) (?:பரிச|வவுச்ச|முறை)',
    'నంబర్(?:కు|పై) (?:(?:ఒకే|ఒక|1) (?:బహుమతి|వోచర్)|ఒక్కసారే)',
    'ಸಂಖ್ಯೆಗೆ (?:ಒಂದೇ|ಒಂದು|1) (?:ಬಹುಮಾನ|ವೋಚರ|ಸಲ|ಬಾರಿ)',
    'നമ്പറിന(?:്|ും) (?:ഒരു|1) (?:സമ്മാന|വൗച്ച|തവണ)',
    'নম্বরে (?:(?:শুধু )?(?:একটিই?|1টি) (?:পুরস্কার|ভাউচার)|একবার)',
    'नंबरवर (?:फक्त )?(?:(?:एकच|एक|1) (?:बक्षीस|व्हाउचर)|एकदा)',
    'નંબર પર (?:ફક્ત )?(?:એક|1)(?: જ)? (?:ઇનામ|વાઉચર|વાર)',
    'ਨੰਬਰ ਉੱਤੇ (?:ਸਿਰਫ )?(?:ਇੱਕੋ|ਇੱਕ|1) (?:ਇਨਾਮ|ਵਾਊਚਰ|ਵਾਰ)',
    'نمبر پر (?:صرف )?(?:ایک|1)(?: ہی)? (?:انعام|واؤچر|بار)',
  ].join('|'),
  'iu',
);

/** Lines that deny the several claims of a number. */
export function claimProblems(
  path: Problem['path'],
  text: string,
  { plugins }: StatedFacts,
): Problem[] {
  const claims = claimsOf(plugins);
  if (!claims) return [];
  const lines = text.split('\n').filter((line) => !line.includes('{ifOnce}'));
  return lines.flatMap((line) => {
    const [said] = onePerNumber.exec(plainText(line)) ?? [];
    if (said === undefined) return [];
    return [
      {
        path,
        message: `says ${formatValue(said)}, but a number has ${claims.inAll} claims`,
        fix: 'Write {claimsPerDay} and {claimsInAll}, or {ifOnce} before a line that is for others.',
      },
    ];
  });
}
