/** In addition to the frame's. A separate file, as the Content-Security-Policy asks for. */
export const friendStyle = `main { display: grid; gap: 18px; }
.pack { position: relative; overflow: hidden; border-radius: var(--round-large); background: var(--brand) var(--art-pattern) 50% 0 / 64px; }
.pack img { display: block; width: 100%; height: auto; }
.pack span { position: absolute; top: var(--amount-y); left: var(--amount-x); color: var(--wheel-ink); font: 800 clamp(1.25rem, 7.6vw, 2.75rem)/1 var(--display); transform: translate(-50%, -50%) rotate(var(--amount-turn)); }
.text > p { font-size: 1.125rem; }
ol { display: grid; gap: 14px; margin: 18px 0; padding: 18px; border: 1px solid var(--edge); border-radius: var(--round-card); background: var(--card); list-style: none; counter-reset: step; }
ol li { display: grid; grid-template-columns: auto 1fr; gap: 14px; padding: 0; counter-increment: step; }
ol li::before { content: counter(step); display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%; background: var(--brand); color: var(--brand-ink); font: 800 1.125rem/1 var(--display); }
.text > .trust { font-size: 0.9375rem; }
@media (min-width: 56rem) {
  header, main { max-width: 70rem; }
  main { grid-template-columns: 1.1fr 1fr; gap: 48px; align-items: center; padding-block: 6vh; }
}
`;
