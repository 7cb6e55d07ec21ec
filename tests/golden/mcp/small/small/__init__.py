"""Small: access code for DynamoDB, written by Keysheet.

entities: a class for each, with its keys. patterns: a function for each access pattern. tables: their names.
Functions expect boto3's Table: boto3.resource('dynamodb').Table(name). Python 3.12 or later.
"""

# Not in this file: design: settings of tables, sizes, rates, and sample items are not part of access code
