// Whether a template in the WhatsApp account is what the campaign sends.

type Component = {
  type: string;
  text?: string | undefined;
  buttons?: readonly { type: string; otp_type?: string | undefined }[] | undefined;
};
type Stored = {
  name: string;
  language: string;
  status: string;
  category: string;
  components: readonly Component[];
};
type Wanted = {
  template: string;
  language: string;
  category: 'AUTHENTICATION' | 'UTILITY';
  /** Of its text. */
  parameters: number;
};

/** @returns what is wrong, each with its remedy; empty: it can be sent */
export function templateProblems(
  { template, language, category, parameters }: Wanted,
  stored: readonly Stored[],
): string[] {
  const named = stored.filter(({ name }) => name === template);
  const found = named.find((one) => one.language === language);
  if (!found) {
    const others = named.map((one) => one.language).toSorted();
    return [
      named.length === 0
        ? `There is no template ${template}. Create it in the WhatsApp Manager.`
        : `The template ${template} is in ${others.join(', ')}, and not in ${language}. Create it in this language, or correct whatsapp.json.`,
    ];
  }
  const { status, category: own, components } = found;
  return [
    ...(status === 'APPROVED'
      ? []
      : [`The template ${template} is ${status}, and only APPROVED ones are sent.`]),
    ...(own === category
      ? []
      : [`The template ${template} is ${own}, and must be ${category}: the price depends on it.`]),
    ...partProblems(template, components, category, parameters),
  ];
}

function partProblems(
  name: string,
  components: readonly Component[],
  category: Wanted['category'],
  wanted: number,
): string[] {
  const textOf = (type: string) =>
    components.find((one) => one.type.toUpperCase() === type)?.text ?? '';
  const count = placeholdersIn(textOf('BODY')).size;
  const buttons = components.flatMap((one) => one.buttons ?? []);
  const hasOther = category === 'UTILITY' && placeholdersIn(textOf('HEADER')).size > 0;
  const isNamed = /\{\{[^}\d]/.test(textOf('BODY'));
  return [
    // The text of an authentication template is WhatsApp's own.
    ...(category === 'UTILITY' && isNamed
      ? [`The template ${name} has placeholders with names. Number them: {{1}}, {{2}} …`]
      : []),
    ...(category === 'UTILITY' && !isNamed && count !== wanted
      ? [`The template ${name} has ${count} parameters, and whatsapp.json ${wanted}.`]
      : []),
    ...(hasOther ? [`The template ${name} has a parameter in its header. Remove it.`] : []),
    ...(category === 'AUTHENTICATION' && !buttons.some(isOfCode)
      ? [`The template ${name} has no button that copies the code. Choose "Copy code".`]
      : []),
  ];
}

const placeholdersIn = (text: string) => new Set(text.match(/\{\{\s*[^{}]+\s*\}\}/g) ?? []);

/** A button that copies the code comes back as one of a link. */
const isOfCode = ({ type, otp_type: kind }: { type: string; otp_type?: string | undefined }) =>
  ['OTP', 'URL', 'COPY_CODE'].includes(type.toUpperCase()) ||
  ['COPY_CODE', 'ONE_TAP'].includes(kind ?? '');
