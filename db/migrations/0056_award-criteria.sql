CREATE TABLE `award_criteria` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`weight_bp` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `award_criteria_position` ON `award_criteria` (`project_id`,`position`);--> statement-breakpoint
CREATE TABLE `award_terms` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`price_weight_bp` integer NOT NULL,
	`max_points` integer NOT NULL,
	`price_formula` text NOT NULL,
	`ceiling_cents` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "award_terms_ceiling" CHECK(("award_terms"."price_formula" = 'linear') = ("award_terms"."ceiling_cents" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `award_terms_project` ON `award_terms` (`project_id`);--> statement-breakpoint
CREATE TABLE `minimum_requirements` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`position` integer NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `minimum_requirements_position` ON `minimum_requirements` (`project_id`,`position`);
--> statement-breakpoint
-- By what bids are chosen is part of what bidders were asked: a change is an addendum, which raises the project's version.
CREATE TRIGGER award_terms_asked BEFORE UPDATE ON award_terms
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = OLD.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER award_terms_kept BEFORE DELETE ON award_terms
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = OLD.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER award_terms_none_added BEFORE INSERT ON award_terms
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = NEW.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER award_criteria_asked BEFORE UPDATE ON award_criteria
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = OLD.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER award_criteria_kept BEFORE DELETE ON award_criteria
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = OLD.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER award_criteria_none_added BEFORE INSERT ON award_criteria
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = NEW.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER minimum_requirements_asked BEFORE UPDATE ON minimum_requirements
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = OLD.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER minimum_requirements_kept BEFORE DELETE ON minimum_requirements
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = OLD.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER minimum_requirements_none_added BEFORE INSERT ON minimum_requirements
WHEN EXISTS (SELECT 1 FROM tender_sets s JOIN projects p ON p.id = s.project_id
    WHERE s.project_id = NEW.project_id AND s.project_version = p.version)
BEGIN SELECT RAISE(ABORT, 'tender set: what bidders were asked is frozen'); END;
