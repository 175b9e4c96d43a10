import { CallIcon, LockIcon, PromoterIcon, VerifiedIcon } from '../../ui/icons.tsx';
import { useWords } from '../../app/use-app.ts';
import { NoBreak } from '../../ui/no-break.tsx';
import './trust-notes.css';

/** Why a shopper can safely give the number, shown where it is asked for. */
export function TrustNotes() {
  const { trust } = useWords().home;
  return (
    <ul className="trust">
      <li>
        <LockIcon />
        {trust.number}
      </li>
      <li>
        <CallIcon />
        {trust.calls}
      </li>
      <li>
        <PromoterIcon />
        <span>
          <NoBreak text={trust.promoter} />
        </span>
      </li>
      <li>
        <VerifiedIcon />
        {/* A new tab, so that nothing that was typed is lost. */}
        <a href="/draw/" target="_blank" rel="noopener">
          {trust.draw}
        </a>
      </li>
    </ul>
  );
}
