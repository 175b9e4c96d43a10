import { LanguageIcon } from './icons.tsx';
import './language-switch.css';

type LanguageSwitchProps = {
  label: string;
  language: string;
  /** Of the language, in itself. */
  name: string;
  onOpen: () => void;
};

/** Its icon and its name are for those who cannot read the page. */
export function LanguageSwitch({ label, language, name, onOpen }: LanguageSwitchProps) {
  return (
    <button
      type="button"
      className="language-switch"
      aria-haspopup="dialog"
      aria-label={`${label}: ${name}`}
      onClick={onOpen}
    >
      <LanguageIcon />
      <span className="language-switch-name" lang={language}>
        {name}
      </span>
    </button>
  );
}
