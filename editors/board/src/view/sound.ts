/** The sound of a stone that is put on a board: a short knock with a little of the wood after it. */
const LENGTH = 0.09;

let context: AudioContext | undefined;

export function knock(): void {
  context ??= new AudioContext();
  const { sampleRate, destination, currentTime } = context;
  const buffer = context.createBuffer(1, Math.ceil(LENGTH * sampleRate), sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = (Math.random() * 2 - 1) * Math.exp((-60 * index) / sampleRate);
  }
  const source = new AudioBufferSourceNode(context, { buffer });
  const wood = new BiquadFilterNode(context, { type: 'bandpass', frequency: 1400, Q: 3 });
  const volume = new GainNode(context, { gain: 0.8 });
  source.connect(wood).connect(volume).connect(destination);
  source.start(currentTime);
}
