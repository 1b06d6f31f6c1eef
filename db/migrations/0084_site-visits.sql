CREATE TABLE `project_follows` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`company_id` text NOT NULL,
	`followed_by` text NOT NULL,
	`followed_at` integer NOT NULL,
	`reminded_of` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`followed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `project_follows_company` ON `project_follows` (`project_id`,`company_id`);--> statement-breakpoint
CREATE INDEX `project_follows_followed` ON `project_follows` (`company_id`,`id`);--> statement-breakpoint
CREATE TABLE `site_visits` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`number` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`duration_minutes` integer NOT NULL,
	`place` text NOT NULL,
	`meeting_point` text NOT NULL,
	`sign_up_until` integer NOT NULL,
	`max_people` integer,
	`is_mandatory` integer NOT NULL,
	`cancelled_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "site_visits_duration" CHECK("site_visits"."duration_minutes" > 0),
	CONSTRAINT "site_visits_people" CHECK("site_visits"."max_people" is null or "site_visits"."max_people" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `site_visits_number` ON `site_visits` (`project_id`,`number`);--> statement-breakpoint
CREATE TABLE `visit_minutes` (
	`id` text PRIMARY KEY NOT NULL,
	`visit_id` text NOT NULL,
	`text` text NOT NULL,
	`published_by` text NOT NULL,
	`published_at` integer NOT NULL,
	FOREIGN KEY (`visit_id`) REFERENCES `site_visits`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`published_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `visit_minutes_visit` ON `visit_minutes` (`visit_id`);--> statement-breakpoint
CREATE TABLE `visit_sign_ups` (
	`id` text PRIMARY KEY NOT NULL,
	`visit_id` text NOT NULL,
	`company_id` text NOT NULL,
	`people` integer NOT NULL,
	`signed_up_by` text NOT NULL,
	`signed_up_at` integer NOT NULL,
	`withdrawn_at` integer,
	FOREIGN KEY (`visit_id`) REFERENCES `site_visits`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`signed_up_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "visit_sign_ups_people" CHECK("visit_sign_ups"."people" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `visit_sign_ups_company` ON `visit_sign_ups` (`visit_id`,`company_id`);
--> statement-breakpoint
-- Visits are part of what bidders were asked, and change by an addendum alone.
CREATE TRIGGER site_visits_asked BEFORE UPDATE ON site_visits
WHEN NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id OR NEW.number IS NOT OLD.number
  OR EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = OLD.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER site_visits_kept BEFORE DELETE ON site_visits
WHEN EXISTS (SELECT 1 FROM tender_sets s WHERE s.project_id = OLD.project_id)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER site_visits_none_added BEFORE INSERT ON site_visits
WHEN EXISTS (SELECT 1 FROM site_visits WHERE id = NEW.id)
  OR EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = NEW.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
-- Minutes are published once, to everybody.
CREATE TRIGGER visit_minutes_immutable BEFORE UPDATE ON visit_minutes
BEGIN SELECT RAISE(ABORT, 'tender set: minutes are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER visit_minutes_permanent BEFORE DELETE ON visit_minutes
BEGIN SELECT RAISE(ABORT, 'tender set: minutes are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER visit_minutes_not_replaced BEFORE INSERT ON visit_minutes
WHEN EXISTS (SELECT 1 FROM visit_minutes WHERE id = NEW.id OR visit_id = NEW.visit_id)
BEGIN SELECT RAISE(ABORT, 'tender set: minutes are immutable'); END;
