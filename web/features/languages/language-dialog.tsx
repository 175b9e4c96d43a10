import { useRef, useState, useLayoutEffect } from 'react';
import { ofRegistration } from '@inaam/contract/core-calls.ts';
import { attempt } from '../../optional.ts';
import { Dialog, DialogHeader } from '../../ui/dialog.tsx';
import { useApp } from '../../app/use-app.ts';
import { orderLanguages } from './language-order.ts';
import './language-dialog.css';

export function LanguageDialog({ onClose }: { onClose: () => void }) {
  const { campaign, loading, locale, report, drafts, person, round } = useApp();
  const { language, languageNames, words } = campaign;
  // The order must not change while the shopper chooses.
  const [tags] = useState(() => {
    const known = person.read().state ?? '';
    const registration = { ...ofRegistration(() => ''), state: known, isAgreed: false };
    const { state } = drafts.over('registration', registration);
    const phone = attempt(() => navigator.languages.map(String), []);
    return orderLanguages(campaign.languages, { phone, state });
  });
  const list = useRef<HTMLUListElement>(null);
  // Otherwise the browser would focus the close button.
  useLayoutEffect(() => list.current?.querySelector<HTMLElement>('[aria-current]')?.focus(), []);
  return (
    <Dialog label={words.menu.language} onClose={onClose}>
      {campaign.namesSheet !== undefined && <link rel="stylesheet" href={campaign.namesSheet} />}
      <DialogHeader title={words.menu.language} closeLabel={words.menu.close} onClose={onClose} />
      <ul ref={list} className="languages">
        {tags.map((tag) => (
          <li key={tag}>
            <button
              type="button"
              className="languages-one"
              lang={tag}
              dir="auto"
              aria-current={tag === language ? 'true' : undefined}
              onClick={() => {
                onClose();
                if (tag === language) return;
                const choosing = () => locale.choose(tag);
                loading.during(words.loader.loading, round.signal, choosing).catch(report);
              }}
            >
              {languageNames[tag] ?? tag}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
