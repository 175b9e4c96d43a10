import './language-switch.css';

type LanguageSwitchProps = {
  label: string;
  language: string;
  names: Readonly<Record<string, string>>;
  onChange: (language: string) => void;
};

export function LanguageSwitch({ label, language, names, onChange }: LanguageSwitchProps) {
  const tags = Object.keys(names);
  const [other, ...more] = tags.filter((tag) => tag !== language);
  if (other === undefined) return null;
  if (more.length === 0) {
    return (
      <button
        type="button"
        className="language-switch"
        lang={other}
        onClick={() => onChange(other)}
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
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {tags.map((tag) => (
        <option key={tag} value={tag} lang={tag}>
          {names[tag]}
        </option>
      ))}
    </select>
  );
}
