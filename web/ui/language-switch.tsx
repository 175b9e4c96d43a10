import { Icon } from './icons.tsx';
import './language-switch.css';

type LanguageSwitchProps = {
  label: string;
  language: string;
  /** The language's own name. */
  name: string;
  onOpen: () => void;
};

/** Icon and name, for people who cannot read the page. */
export function LanguageSwitch({ label, language, name, onOpen }: LanguageSwitchProps) {
  return (
    <button
      type="button"
      className="language-switch"
      aria-haspopup="dialog"
      aria-label={`${label}: ${name}`}
      onClick={onOpen}
    >
      <Icon name="language" />
      <span className="language-switch-name" lang={language}>
        {name}
      </span>
    </button>
  );
}
