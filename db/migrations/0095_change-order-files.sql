CREATE TABLE `change_order_files` (
	`id` text PRIMARY KEY NOT NULL,
	`change_order_id` text NOT NULL,
	`file_id` text NOT NULL,
	`added_by` text NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`change_order_id`) REFERENCES `change_orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `change_order_files_file` ON `change_order_files` (`file_id`);--> statement-breakpoint
CREATE INDEX `change_order_files_order` ON `change_order_files` (`change_order_id`,`id`);
--> statement-breakpoint
-- What a change was proposed with stays as it was.
CREATE TRIGGER change_order_files_added BEFORE INSERT ON change_order_files
WHEN (SELECT status FROM change_orders WHERE id = NEW.change_order_id) IS NOT 'draft'
  OR EXISTS (SELECT 1 FROM change_order_files WHERE id = NEW.id OR file_id = NEW.file_id)
BEGIN SELECT RAISE(ABORT, 'change order: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER change_order_files_immutable BEFORE UPDATE ON change_order_files
BEGIN SELECT RAISE(ABORT, 'change order: files are attached and removed, not changed'); END;
--> statement-breakpoint
CREATE TRIGGER change_order_files_removed BEFORE DELETE ON change_order_files
WHEN (SELECT status FROM change_orders WHERE id = OLD.change_order_id) IS NOT 'draft'
BEGIN SELECT RAISE(ABORT, 'change order: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER change_files_immutable BEFORE UPDATE ON files
WHEN EXISTS (SELECT 1 FROM change_order_files a JOIN change_orders o ON o.id = a.change_order_id
  WHERE a.file_id = OLD.id AND o.document_hash IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'change order: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER change_files_not_replaced BEFORE INSERT ON files
WHEN EXISTS (SELECT 1 FROM change_order_files a JOIN change_orders o ON o.id = a.change_order_id
  WHERE o.document_hash IS NOT NULL AND (a.file_id = NEW.id OR a.file_id = (SELECT id FROM files WHERE stored_as = NEW.stored_as)))
BEGIN SELECT RAISE(ABORT, 'change order: the text is frozen'); END;
