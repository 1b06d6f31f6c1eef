import { useCallback, useState } from 'react'
import { chooseFiles, type Refusal } from './chosen-files.ts'

type Chosen = { files: File[]; refused: Refusal[] }

const nothing: Chosen = { files: [], refused: [] }

/** The files of the message that is being written, however they come: picked, dropped or pasted. */
export function useChosenFiles() {
  const [{ files, refused }, setChosen] = useState(nothing)
  return {
    files,
    refused,
    add: useCallback((added: readonly File[]) => {
      if (added.length > 0) setChosen((chosen) => chooseFiles(chosen.files, added))
    }, []),
    remove: useCallback((file: File) => {
      setChosen((chosen) => ({ files: chosen.files.filter((each) => each !== file), refused: [] }))
    }, []),
    clear: useCallback(() => setChosen(nothing), []),
  }
}
