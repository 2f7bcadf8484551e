-- What a GM chose for one fight beside the house settings, as JSON; what is not there is as usual.

ALTER TABLE encounters ADD COLUMN options TEXT NOT NULL DEFAULT '{}';
