import { LanguageSwitch } from '../ui/language-switch.tsx';
import { useApp } from './use-app.ts';

export function LanguageChoice() {
  const { campaign, locale, report } = useApp();
  return (
    <LanguageSwitch
      label={campaign.words.menu.language}
      language={campaign.language}
      names={campaign.languageNames}
      onChange={(language) => {
        locale.choose(language).catch(report);
      }}
    />
  );
}
