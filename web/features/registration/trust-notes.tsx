import { CallIcon, LockIcon, PromoterIcon, VerifiedIcon } from '../../ui/icons.tsx';
import { useWords } from '../../app/use-app.ts';
import { NoBreak } from '../../ui/no-break.tsx';
import './trust-notes.css';

/** Says beside the number's field why it is safe to enter it. */
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
        {/* Opens a new tab, so that typed text is kept. */}
        <a href="/draw/" target="_blank" rel="noopener">
          {trust.draw}
        </a>
      </li>
    </ul>
  );
}
