CREATE TABLE `former_names` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `former_names_user` ON `former_names` (`user_id`,`changed_at`);--> statement-breakpoint
CREATE TRIGGER former_names_immutable BEFORE UPDATE ON former_names
BEGIN SELECT RAISE(ABORT, 'account: a former name is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER former_names_permanent BEFORE DELETE ON former_names
BEGIN SELECT RAISE(ABORT, 'account: a former name is immutable'); END;
