import type { ReactNode } from 'react';
import { OpenButton } from '../../app/layout/layout.tsx';
import { useApp, useWords } from '../../app/use-app.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import type { StateReward } from '../../locale/state-names.ts';
import { NoBreak } from '../../ui/no-break.tsx';
import './welcome.css';
import './hero-layouts.css';

type WelcomeProps = {
  /** Without the headline, because the form has one. Wide screens still show the picture. */
  isBrief: boolean;
  /** Of the chosen state: its steps have no wheel. */
  fixed: StateReward | undefined;
  children: ReactNode;
};

export function Welcome({ isBrief, fixed, children }: WelcomeProps) {
  const { campaign } = useApp();
  const { amounts, outcomes, lastDayMoved, theme } = campaign;
  const { hero } = theme.kit;
  const highest = Math.max(...outcomes.map(({ amount }) => amount));
  const { home, reward } = useWords();
  const steps = fixed
    ? [...home.steps.slice(0, -1), { title: fill(home.fixedStep, fixed), text: reward.voucher }]
    : home.steps;
  return (
    <div className="welcome">
      <div className="welcome-promise" hidden={isBrief} data-hero={hero.layout}>
        {!isBrief && (
          <div className="welcome-text">
            <h1>{home.headline}</h1>
            <p>
              <NoBreak text={home.promise} />
            </p>
          </div>
        )}
        <div className="welcome-art" aria-hidden="true">
          <HeroArt />
          {hero.amount && <span className="welcome-amount">{amounts[highest]}</span>}
        </div>
      </div>
      <div className="welcome-form">
        {lastDayMoved && (
          <p className="welcome-moved">
            <NoBreak text={lastDayMoved === 'earlier' ? home.endsEarlier : home.endsLater} />
          </p>
        )}
        {children}
      </div>
      <section className="welcome-steps">
        <h2>{home.stepsTitle}</h2>
        <ol>
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>
                <NoBreak text={text} />
              </p>
            </li>
          ))}
        </ol>
        <p className="welcome-print">
          <NoBreak text={home.smallPrint} />
        </p>
        <p className="welcome-links">
          <OpenButton variant="quiet" open="howTo" />
          <OpenButton variant="quiet" open="consentNotice" />
        </p>
      </section>
    </div>
  );
}

/** The same in the first paint and after it. */
function HeroArt() {
  const { images, art } = useApp().campaign;
  return (
    <picture>
      {images.hero !== undefined && <source type="image/avif" srcSet={images.hero} />}
      <img className="hero-image" src={art.hero} alt="" decoding="sync" fetchPriority="high" />
    </picture>
  );
}
