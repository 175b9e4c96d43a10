// What the benchmark uses of two packages without types.
declare module 'spin-wheel' {
  export class Wheel {
    constructor(place: HTMLElement, props: Record<string, unknown>);
    spinToItem(item: number, ms: number, center: boolean, turns: number, direction: number): void;
  }
}

declare module '@lucky-canvas/react' {
  import type { Component } from 'react';
  export class LuckyWheel extends Component<Record<string, unknown>> {
    play(): void;
    stop(index: number): void;
  }
}
