import { deleteFilesOfGoneMessages } from './delete-chat-files.server.ts'
import { startLinkPreviews } from './start-link-previews.server.ts'

/** Starts the background work on messages: link previews and the deletion of files. Returns a function that stops it. */
export function startMessages(): () => void {
  const stops = [...startLinkPreviews(), ...deleteFilesOfGoneMessages()]
  return () => {
    for (const stop of stops) stop()
  }
}
