import { describe, expect, it } from 'vitest'
import { mediaKinds, workKinds } from '#app/platform/files/sniff-file.server.ts'
import { acceptedEndings, chooseFiles, filesOfPaste, maxFileBytes } from './chosen-files.ts'

const file = (name: string, size = 1) => {
  const made = new File(['x'], name, { lastModified: 1 })
  Object.defineProperty(made, 'size', { value: size })
  return made
}

describe('the files of a message', () => {
  it('are ten at most, and the others are named', () => {
    const many = Array.from({ length: 12 }, (_, index) => file(`${index}.png`))
    const { files, refused } = chooseFiles([], many)
    expect(files).toHaveLength(10)
    expect(refused).toEqual([
      { name: '10.png', reason: 'tooMany' },
      { name: '11.png', reason: 'tooMany' },
    ])
  })

  it('are refused before the upload when they are empty or too large', () => {
    const { files, refused } = chooseFiles(
      [],
      [file('a.png', 0), file('b.png', maxFileBytes), file('c.png', maxFileBytes + 1)],
    )
    expect(files.map(({ name }) => name)).toEqual(['b.png'])
    expect(refused).toEqual([
      { name: 'a.png', reason: 'empty' },
      { name: 'c.png', reason: 'tooLarge' },
    ])
  })

  it('are of the types that the server accepts', () => {
    const accepted = Object.keys({ ...workKinds, ...mediaKinds })
    expect(accepted.filter((ending) => !acceptedEndings.test(`Plan${ending.toUpperCase()}`))).toEqual([])
    const names = ['setup.exe', 'page.html', 'drawing.svg', 'photo.heic', 'png', 'plan.pdf.rar', 'Plan.PDF']
    const { files, refused } = chooseFiles(
      [],
      names.map((name) => file(name)),
    )
    expect(files.map(({ name }) => name)).toEqual(['Plan.PDF'])
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['type']))
  })

  it('have each file once', () => {
    expect(chooseFiles([file('a.png')], [file('a.png'), file('a.png', 2)]).files).toHaveLength(2)
  })
})

describe('pasted content', () => {
  it('is taken as files, but not the image that comes along with text', () => {
    const files = [file('image.png')] as unknown as FileList
    expect(filesOfPaste({ files, types: ['Files'] })).toHaveLength(1)
    expect(filesOfPaste({ files, types: ['text/html', 'text/plain', 'Files'] })).toEqual([])
    expect(filesOfPaste(null)).toEqual([])
  })
})
