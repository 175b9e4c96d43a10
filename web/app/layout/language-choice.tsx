import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { useApp } from '../use-app.ts';

export function LanguageChoice() {
  const { campaign, overlay } = useApp();
  const { language, languageNames, words } = campaign;
  if (campaign.languages.length === 1) return null;
  return (
    <LanguageSwitch
      label={words.menu.language}
      language={language}
      name={languageNames[language] ?? language}
      onOpen={() => overlay.setState({ isChoosingLanguage: true })}
    />
  );
}
