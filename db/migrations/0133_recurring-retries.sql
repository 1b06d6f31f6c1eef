ALTER TABLE `invoice_schedules` ADD `retry_at` integer;--> statement-breakpoint
ALTER TABLE `scheduled_invoices` ADD `mail_due_at` integer;--> statement-breakpoint
CREATE INDEX `scheduled_invoices_mail` ON `scheduled_invoices` (`mail_due_at`) WHERE "scheduled_invoices"."mail_due_at" is not null;--> statement-breakpoint
-- What a schedule has made is kept; a draft that is deleted leaves its place empty, and the time of its mail moves on.
DROP TRIGGER scheduled_invoices_kept;
--> statement-breakpoint
CREATE TRIGGER scheduled_invoices_kept BEFORE UPDATE ON scheduled_invoices
WHEN NEW.id <> OLD.id OR NEW.schedule_id <> OLD.schedule_id OR NEW.run_on <> OLD.run_on OR NEW.made_at <> OLD.made_at
  OR (NEW.invoice_id IS NOT NULL AND NEW.invoice_id IS NOT OLD.invoice_id) OR (NEW.mail_due_at IS NOT NULL AND OLD.mail_due_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'schedule: what was made is kept'); END;
