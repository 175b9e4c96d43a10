// Chooses the language: between two a button that is named by the other one, as it calls itself; among more a selector.
// Shows nothing where there is nothing to choose. Knows no words but what it is given.
import './language-switch.css';

type LanguageSwitchProps = {
  /** Name of the selector. */
  label: string;
  /** The tag of the language that is spoken. */
  language: string;
  /** Each language's own name by its tag, in the order shown. */
  names: Readonly<Record<string, string>>;
  onChoose: (language: string) => void;
};

export function LanguageSwitch({ label, language, names, onChoose }: LanguageSwitchProps) {
  const tags = Object.keys(names);
  const [other, ...more] = tags.filter((tag) => tag !== language);
  if (other === undefined) return null;
  if (more.length === 0) {
    return (
      <button
        type="button"
        className="language-switch"
        lang={other}
        onClick={() => onChoose(other)}
      >
        {names[other]}
      </button>
    );
  }
  return (
    <select
      className="language-switch"
      aria-label={label}
      value={language}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {tags.map((tag) => (
        <option key={tag} value={tag} lang={tag}>
          {names[tag]}
        </option>
      ))}
    </select>
  );
}
