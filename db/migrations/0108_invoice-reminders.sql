CREATE TABLE `invoice_reminders` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`position` integer NOT NULL,
	`sent_on` text NOT NULL,
	`sent_at` integer NOT NULL,
	`recipient` text,
	`open_cents` integer NOT NULL,
	`interest` text NOT NULL,
	`interest_cents` integer NOT NULL,
	`interest_until` text,
	`basis` text NOT NULL,
	`sent_by` text,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sent_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_reminders_position` ON `invoice_reminders` (`invoice_id`,`position`);--> statement-breakpoint
CREATE TABLE `reminder_holds` (
	`invoice_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`held_by` text NOT NULL,
	`held_at` integer NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`held_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
ALTER TABLE `invoice_settings` ADD `reminder_days` text;--> statement-breakpoint
ALTER TABLE `invoice_settings` ADD `term_agreed` integer DEFAULT false NOT NULL;
--> statement-breakpoint
-- A reminder is of an invoice that was sent and is open, and stays as it was sent.
CREATE TRIGGER invoice_reminders_of_open BEFORE INSERT ON invoice_reminders
WHEN NOT EXISTS (SELECT 1 FROM invoices i WHERE i.id = NEW.invoice_id AND i.kind = 'invoice' AND i.status IN ('sent', 'partly_paid'))
  OR NEW.open_cents <= 0 OR NEW.interest_cents < 0
  OR NEW.position <> 1 + (SELECT count(*) FROM invoice_reminders r WHERE r.invoice_id = NEW.invoice_id)
BEGIN SELECT RAISE(ABORT, 'reminder: of an open invoice that was sent'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_reminders_immutable BEFORE UPDATE ON invoice_reminders
BEGIN SELECT RAISE(ABORT, 'reminder: what was sent is kept'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_reminders_permanent BEFORE DELETE ON invoice_reminders
BEGIN SELECT RAISE(ABORT, 'reminder: what was sent is kept'); END;
