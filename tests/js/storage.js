/** A storage of the browser's. */
export function storage() {
  const kept = new Map();
  return {
    get length() {
      return kept.size;
    },
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
  };
}
