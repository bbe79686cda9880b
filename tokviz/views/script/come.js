// How far a class has come on the ways that have questions: who follows it goes no further there, for
// what comes next has the answers.

/**
 * The furthest stop of each lesson that the class was at, by the number of the way's course.
 * @typedef {Record<string, Record<string, number>>} Come
 */
/** @typedef {{number: number, parts: string[]}} OfCourse a course, and its lessons in turn */

/**
 * @param {Come} come
 * @param {{page: string, query: string}} place
 * @returns {Come}
 */
export function comeTo(come, { page, query }) {
  const said = new URLSearchParams(query);
  const [course, stop] = [said.get("course"), Number(said.get("path"))];
  if (!course || !stop) return come;
  const there = come[course] ?? {};
  return { ...come, [course]: { ...there, [page]: Math.max(stop, there[page] ?? 0) } };
}

/**
 * Is this stop further on the course than the class has been, as by an address that was typed?
 * @param {Come} come
 * @param {OfCourse} course
 * @param {string} stop a lesson and a number
 */
export function isAhead(come, { number, parts }, stop) {
  const there = come[number];
  const [lesson, at] = stop.split(" ");
  if (!there || Number(at) <= (there[lesson] ?? 0)) return false;
  return !parts.slice(parts.indexOf(lesson) + 1).some((part) => part in there);
}

/**
 * Has the class been beyond this stop, or nowhere on the course?
 * @param {Come} come
 * @param {OfCourse} course
 * @param {string} stop a lesson and a number
 */
export function isBehind(come, { number, parts }, stop) {
  const there = come[number];
  const [lesson, at] = stop.split(" ");
  if (!there || there[lesson] > Number(at)) return true;
  return parts.slice(parts.indexOf(lesson) + 1).some((part) => part in there);
}
