import { z } from 'zod'
import { requiredName } from '#app/platform/forms/field-schemas.ts'

/** The form that makes a project a template. */
export const projectTemplateSchema = z.object({ name: requiredName(100) })
