// Where the shopper stands on the road, as a row of named steps.
import { fill } from '@inaam/campaigns/public/fill.ts';
import './steps.css';

export type StepsProps = {
  label: string;
  names: readonly string[];
  /** Which of the names, from 0. */
  at: number;
  /** For screen readers; `{step}`, `{steps}`, `{name}`. */
  current: string;
};

export function Steps({ label, names, at, current }: StepsProps) {
  const spoken = fill(current, { step: at + 1, steps: names.length, name: names[at] ?? '' });
  return (
    <nav className="steps" aria-label={label}>
      <p className="unseen">{spoken}</p>
      <ol aria-hidden="true">
        {names.map((name, index) => (
          <li key={name} className={index < at ? 'done' : index === at ? 'now' : ''}>
            <span>{name}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
