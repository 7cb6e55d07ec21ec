variable "region" {
  description = "AWS Region of the tables"
  type        = string
  default     = "eu-central-1"
}

variable "tags" {
  description = "Tags of every resource, in addition to its own"
  type        = map(string)
  default     = {}
}
