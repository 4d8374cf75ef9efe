/* A stand-in for anywidget's model with a kernel behind it. It knows no rule: it answers as a kernel would answer. */
export class Kernel {
  constructor(state, { vega = null } = {}) {
    this.state = state;
    this.listeners = new Map();
    this.sent = [];
    this.vega = vega;
  }
  get(name) {
    return name === 'state' ? this.state : undefined;
  }
  on(event, listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }
  off(event, listener) {
    this.listeners.set(event, (this.listeners.get(event) ?? []).filter((other) => other !== listener));
  }
  emit(event, ...data) {
    (this.listeners.get(event) ?? []).forEach((listener) => listener(...data));
  }
  count() {
    return [...this.listeners.values()].reduce((sum, list) => sum + list.length, 0);
  }
  replace(changes) {
    this.state = { ...structuredClone(this.state), ...changes };
    this.emit('change:state');
  }
  send(message) {
    this.sent.push(message);
    setTimeout(() => this.answer(message), 20);
  }
  async answer(message) {
    const { state } = this;
    if (message.type === 'vega' && this.vega) {
      const bytes = await (await fetch(this.vega)).arrayBuffer();
      this.emit('msg:custom', { type: 'vega' }, [new DataView(bytes)]);
    }
    if (message.type === 'act') {
      const option = state.ask.options.find((other) => other.id === message.id);
      if (!option || option.refused) {
        this.replace({ notice: { kind: 'refused', say: option?.say ?? { en: 'This is not offered.', es: 'Esto no se ofrece.' }, rule: option?.rule ?? null } });
        return;
      }
      const board = structuredClone(state.board);
      board.plates[1].parts[0].value = Math.max(0, board.plates[1].parts[0].value - 3);
      board.plates[0].parts[1].at = 0;
      const line = { n: state.log.length + 1, say: { en: `${option.title.en}: the die shows 3.`, es: `${option.title.es}: el dado muestra 3.` }, rule: option.rule, corner: 'r' };
      const ask = { ...state.ask, question: { en: `Round ${state.turn}: throw?`, es: `Ronda ${state.turn}: ¿tiras?` }, detail: null };
      this.replace({ board, ask, turn: state.turn + 1, log: [...state.log, line], hint: { stage: 0, say: null }, undo: { can: true, why: null }, notice: null });
    }
    if (message.type === 'hint') {
      const stage = Math.min(2, state.hint.stage + 1);
      this.replace({ hint: { stage, say: stage === 1 ? { en: 'What does each attack risk?', es: '¿Qué arriesga cada ataque?' } : { en: 'The numbers are beside the options.', es: 'Los números están junto a las opciones.' } }, notice: null });
    }
    if (message.type === 'seat') {
      const seats = state.seats.map((seat, index) => (index === message.seat ? { ...seat, agent: message.agent } : seat));
      const waiting = seats.every((seat) => seat.agent !== '');
      this.replace({ seats, waiting, ask: waiting ? null : state.ask, notice: null });
    }
    if (message.type === 'save') {
      this.emit('msg:custom', { type: 'file', name: 'lucha-wars.json', text: '{}' });
    }
    if (message.type === 'control') {
      const key = state.controls.map((control) => message.values[control.name]).join('|');
      this.replace({ grid: { ...state.grid, [key]: Object.values(state.grid)[0] } });
    }
  }
}
