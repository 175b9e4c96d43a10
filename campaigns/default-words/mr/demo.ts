import type { DemoWords } from '../../public/words.ts';

export const demo: DemoWords = {
  clock: 'हा फक्त नमुना आहे: इथे खरे व्हाउचर मिळत नाहीत. ऑफरच्या घड्याळात आज {date} आहे.',
  phoneTitle: 'नमुन्याचा फोन',
  phoneEmpty: 'अजून एकही मेसेज आलेला नाही.',
};
