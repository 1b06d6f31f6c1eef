import { describe, expect, it } from 'vitest'
import { chooseFiles, filesOfPaste, maxFileBytes } from './chosen-files.ts'

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
    const { files, refused } = chooseFiles([], [file('a', 0), file('b', maxFileBytes), file('c', maxFileBytes + 1)])
    expect(files.map(({ name }) => name)).toEqual(['b'])
    expect(refused).toEqual([
      { name: 'a', reason: 'empty' },
      { name: 'c', reason: 'tooLarge' },
    ])
  })

  it('have each file once', () => {
    expect(chooseFiles([file('a')], [file('a'), file('a', 2)]).files).toHaveLength(2)
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
