import { fill } from '@inaam/campaigns/public/fill.ts';
import './steps.css';

export type StepsProps = {
  label: string;
  names: readonly string[];
  activeIndex: number;
  announcement: string;
};

export function Steps({ label, names, activeIndex, announcement }: StepsProps) {
  const text = fill(announcement, {
    step: activeIndex + 1,
    steps: names.length,
    name: names[activeIndex] ?? '',
  });
  return (
    <nav className="steps" aria-label={label}>
      <p className="visually-hidden">{text}</p>
      <ol aria-hidden="true">
        {names.map((name, index) => (
          <li
            key={name}
            className={index < activeIndex ? 'done' : index === activeIndex ? 'now' : ''}
          >
            <span>{name}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
