import type { RecordingChapter } from '#db/schema/calls/calls.ts'

/** Chapters closer together than this are one (ms). */
const shortest = 2_000

/** The chapters that a player shows: in order, within the recording, and not two at the same moment. */
export function shownChapters(chapters: readonly RecordingChapter[], durationMs: number): RecordingChapter[] {
  const within = chapters.filter(({ at }) => at < durationMs).sort((one, other) => one.at - other.at)
  const shown: RecordingChapter[] = []
  for (const chapter of within) {
    const before = shown.at(-1)
    // What happens right after the beginning says more than that it began.
    if (before && chapter.at - before.at < shortest) shown[shown.length - 1] = { ...chapter, at: before.at }
    else shown.push(chapter)
  }
  return shown
}

/** The chapters as a WebVTT file (W3C, section 4.2.1); `titleOf` names each in the language of the reader. */
export function chaptersVtt(
  chapters: readonly RecordingChapter[],
  durationMs: number,
  titleOf: (chapter: RecordingChapter) => string,
): string {
  const shown = shownChapters(chapters, durationMs)
  const cues = shown.map((chapter, index) => {
    const end = shown[index + 1]?.at ?? durationMs
    return `${vttTime(chapter.at)} --> ${vttTime(end)}\n${escaped(titleOf(chapter))}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

/** A time as WebVTT writes it, hh:mm:ss.ttt; the hours have as many digits as they need. */
function vttTime(ms: number): string {
  const hours = String(Math.floor(ms / 3_600_000)).padStart(2, '0')
  return `${hours}:${new Date(ms % 3_600_000).toISOString().slice(14, 23)}`
}

const escaped = (text: string) =>
  text.replace(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
